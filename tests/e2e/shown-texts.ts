/** @file Every text that the window shows, and what of it is not the app's own words. */

/** Ids, paths of fields, and what the practice tenant says and calls its rules: it stands as it is in every language. */
export const notOurs: readonly RegExp[] = [
  // Ids of batches.
  /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
  // The service's own words, and its rules.
  /\b(PROCESSED|VALIDATION_FAILED)\b/g,
  /\d+ of \d+ transactions are invalid\./g,
  /\b(rule_id|schedule|runs_on|next_execution_date|name)\b/g,
  /\b(DAILY|WEEKLY|MONTHLY|every day|Monday|first day of the month)\b/g,
  /Large single payment|Many small payments|Payment to a high-risk country|Dormant customer awakes/g,
  /Unusual monthly turnover/g,
  // Names that people give to what they observe; these are suggested.
  /Transaction summary|Batch status|Rule executions|Data export|One batch|One rule run/g,
  /\/api\/[\w/]*…?|https?:\/\/[\w.:/]+|tenant\/practice|\bpractice\b/g,
  // The fields of a transaction, by their paths (§2).
  /\b(?:sender|receiver|modification|[a-z]+(?:_[a-z]+)+)(?:\.[a-z_]+)*\b(?!\.)/g,
  // The ids of rules, beside their names.
  /\b(file|line|json|field|entity|modification)\.[a-z-]+/g,
];

/** Runs in the page: every text that is shown, and what screen readers say instead. */
export function readTexts(): string[] {
  const texts: string[] = [];
  /** What a file or a service says, and the names of files, which are cut in parts. */
  const asItIs = 'pre, code, textarea, .cm-editor, script, style, a[href^="#/submission/"], [translate=no]';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (parent === null || text === '' || parent.closest(asItIs) !== null) continue;
    texts.push(text);
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
    for (const element of document.body.querySelectorAll(`[${name}]`)) {
      if (element.closest(asItIs) === null) texts.push(element.getAttribute(name)?.trim() ?? '');
    }
  }
  return texts;
}
