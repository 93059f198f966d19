/** @file While a receipt is open, the browser's own printing prints it in place of the page behind it. */

/** @param receipt the document that is shown; @returns ends it */
export function putOnPaper(receipt: () => Document | null | undefined): () => void {
  let paper: HTMLElement | undefined;
  const show = () => {
    const shown = receipt();
    if (shown === null || shown === undefined) return;
    paper = paperOf(shown);
    document.body.append(paper);
  };
  const hide = () => paper?.remove();
  addEventListener('beforeprint', show);
  addEventListener('afterprint', hide);
  return () => {
    hide();
    removeEventListener('beforeprint', show);
    removeEventListener('afterprint', hide);
  };
}

/** In a tree of its own, so that neither style sheet reaches the other; style.css hides all else. */
function paperOf({ body, styleSheets }: Document): HTMLElement {
  const paper = document.createElement('div');
  paper.dataset['paper'] = '';
  const style = new CSSStyleSheet();
  style.replaceSync([...styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n'));
  const tree = paper.attachShadow({ mode: 'open' });
  tree.adoptedStyleSheets = [style];
  tree.append(document.importNode(body, true));
  return paper;
}
