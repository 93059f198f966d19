/** @file A field in words, and beside them its name in the line, which can be copied. */

import { fieldInFull } from '../src-shared/field-words.ts';
import { CopiedValue } from './copied-value.tsx';
import { findingTexts } from './texts/submission.ts';

export function FieldName({ path }: { path: string }) {
  const words = fieldInFull(path);
  return (
    <div>
      {words !== path && `${words} · `}
      <CopiedValue what={findingTexts.path} value={path} />
    </div>
  );
}
