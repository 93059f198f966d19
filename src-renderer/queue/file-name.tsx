/** @file A file name in limited space: shows its beginning and its end, because names often differ at the end. */

import classes from './file-name.module.css';

const END = 14;
const SHORT = 20;
/** Right-to-left letters: if cut in two, such a name would show its parts in the wrong order. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

export function FileName({ name }: { name: string }) {
  if (name.length <= SHORT || rightToLeft.test(name)) {
    return (
      <bdi className={classes['name']}>
        <span className={classes['start']}>{name}</span>
      </bdi>
    );
  }
  return (
    <bdi className={classes['name']}>
      <span className={classes['start']}>{name.slice(0, -END)}</span>
      <span className={classes['end']}>{name.slice(-END)}</span>
    </bdi>
  );
}
