/**
 * @file Names in the page's HTML what its first view is made of, so that the browser fetches and compiles all of it while
 * the language is still being found. Without that, the first script would have to ask for each part, one link at a time.
 */

import type { HtmlTagDescriptor, Plugin } from 'vite';

/** @param entry the end of the path of the module that shows the first view */
export function preloadFirstView(entry: string): Plugin {
  return {
    name: 'preload-first-view',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const first = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(entry));
        // The server of the development has no bundle.
        if (first === undefined) return [];
        const needed = new Set([first.fileName]);
        const sheets = new Set<string>();
        for (const name of needed) {
          const chunk = chunks.find(({ fileName }) => fileName === name);
          for (const imported of chunk?.imports ?? []) needed.add(imported);
          for (const sheet of chunk?.viteMetadata?.importedCss ?? []) sheets.add(sheet);
        }
        const link = (rel: string, name: string): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `./${name}` },
          injectTo: 'head',
        });
        const isNamed = (name: string) => html.includes(name);
        return [
          ...[...needed].filter((name) => !isNamed(name)).map((name) => link('modulepreload', name)),
          ...[...sheets].filter((name) => !isNamed(name)).map((name) => link('stylesheet', name)),
        ];
      },
    },
  };
}
