/** @file A line of the file as people read it: each field in words with its value, and below as the service reads it. */

import { message } from '../../src-shared/languages/message.ts';
import { lineInWords } from '../../src-shared/value-words.ts';
import { JsonText } from './json-text.tsx';
import classes from './line-in-words.module.css';

type LineInWordsProps = Pick<Parameters<typeof JsonText>[0], 'label' | 'text' | 'path' | 'isShortened'>;

/** @param props as of a JSON text, which a line without fields is shown as */
export function LineInWords(props: LineInWordsProps) {
  const fields = props.isShortened ? undefined : lineInWords(props.text);
  if (fields === undefined) return <JsonText {...props} />;
  return (
    <>
      <dl className={classes['fields']} aria-label={props.label}>
        {fields.map(({ path, name, value }) => (
          <div key={path}>
            <dt title={path}>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{message('As JSON')}</summary>
        <JsonText {...props} />
      </details>
    </>
  );
}
