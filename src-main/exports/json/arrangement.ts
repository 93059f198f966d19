/** @file Recognises from its beginning how a JSON text is arranged, and where the list is that holds the rows. Pure. */

import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  endOfString,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '../../ground/json/tokens.ts';

const RECORD_SEPARATOR = '\u001e';
const LINES_LOOKED_AT = 100;
/** A list that is nested deeper belongs to a row. */
const DEEPEST_LIST = 6;

export type Arrangement =
  | { kind: 'lines' }
  /** At `path`, or at the top where it is empty. */
  | { kind: 'elements'; path: string }
  /** There is one object without any list of objects, as far as the beginning shows. */
  | { kind: 'no-list' };

/** `start` is the beginning of the text, `isWhole` says that it is all of it. */
export function arrangementOf(start: Uint8Array, isWhole: boolean): Arrangement {
  const text = new TextDecoder().decode(start);
  const first = skipSpace(text, 0);
  if (text[first] === '[') return { kind: 'elements', path: '' };
  if (text[first] !== '{') return { kind: 'lines' };
  const object = walk(text, first);
  const isOnlyOne =
    object.end === undefined ? !isWhole || hasNoLines(text) : skipSpace(text, object.end) >= text.length;
  if (isOnlyOne && (isWhole || object.end === undefined)) {
    const [list] = object.lists;
    if (list !== undefined) return { kind: 'elements', path: list };
    if (object.end === undefined && !isWhole) return { kind: 'no-list' };
  }
  // A record separator (RFC 7464) belongs to no line.
  const isSequence = text.startsWith(RECORD_SEPARATOR);
  return !isSequence && isInLines(text, isWhole) ? { kind: 'lines' } : { kind: 'elements', path: '' };
}

/** Whether most lines are one object each. A broken one among them must not change what the file is. */
function isInLines(text: string, isWhole: boolean): boolean {
  const lines = text.split('\n', LINES_LOOKED_AT + 1);
  if (lines.length <= LINES_LOOKED_AT && !isWhole) lines.pop();
  const filled = lines.slice(0, LINES_LOOKED_AT).filter((line) => line.trim() !== '');
  return filled.filter(isOneObject).length * 2 > filled.length;
}

function hasNoLines(text: string): boolean {
  return text.split('\n', LINES_LOOKED_AT).filter(isOneObject).length === 0;
}

function isOneObject(line: string): boolean {
  const first = skipSpace(line, 0);
  if (line[first] !== '{') return false;
  const { end } = walk(line, first);
  return end !== undefined && skipSpace(line, end) >= line.length;
}

interface Frame {
  isObject: boolean;
  path: string;
  key: string;
  awaitsKey: boolean;
  isWithinList: boolean;
}

/** Goes through the object: its end, if it is in the text, and its lists of objects, the longest first. */
function walk(text: string, start: number): { end: number | undefined; lists: string[] } {
  const frames: Frame[] = [];
  const lists = new Map<string, number>();
  const found = () => [...lists].sort(([, one], [, other]) => other - one).map(([path]) => path);
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const frame = frames.at(-1);
    switch (code) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (frame?.isObject === true && frame.awaitsKey && frames.length <= DEEPEST_LIST) {
          frame.key = keyOf(text.slice(at, end + 1));
          frame.awaitsKey = false;
        }
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST: {
        if (code === OPEN_OBJECT && frame?.isObject === false && !frame.isWithinList && frames.length <= DEEPEST_LIST)
          lists.set(frame.path, (lists.get(frame.path) ?? 0) + 1);
        frames.push({
          isObject: code === OPEN_OBJECT,
          path: frame?.isObject === true ? `${frame.path}/${frame.key}` : (frame?.path ?? ''),
          key: '',
          awaitsKey: code === OPEN_OBJECT,
          isWithinList: frame !== undefined && (frame.isWithinList || !frame.isObject),
        });
        break;
      }
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        frames.pop();
        if (frames.length === 0) return { end: at + 1, lists: found() };
        break;
      case COMMA:
        if (frame?.isObject === true) frame.awaitsKey = true;
        break;
      default:
    }
  }
  return { end: undefined, lists: found() };
}

function keyOf(quoted: string): string {
  let key: string;
  try {
    key = String(JSON.parse(quoted));
  } catch {
    key = quoted.slice(1, -1);
  }
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && ' \t\r\n\u001e'.includes(text.charAt(at))) at += 1;
  return at;
}
