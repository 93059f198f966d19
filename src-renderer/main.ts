/**
 * @file Begins the page: finds its language, and only then loads the page itself, whose texts are constants. The setting
 * comes with the HTML; to change it loads the page again.
 */

import { languageFor } from '../src-shared/languages/languages.ts';
import { speak } from '../src-shared/languages/message.ts';

const setting = document.querySelector<HTMLMetaElement>('meta[name="language"]')?.content ?? 'system';
const language = languageFor(setting, navigator.languages);
// Without its catalogue a language would be half English; then all of it is, and the page works.
const catalogue = await language.load().catch(() => undefined);
if (catalogue !== undefined) speak(language, catalogue);
const spoken = catalogue === undefined ? languageFor('en', []) : language;
document.documentElement.lang = spoken.code;
document.documentElement.dir = spoken.direction;
await import('./start.tsx');
