import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { UsualXml } from '../../src-main/exports/xml/usual-xml.ts';
import { BrokenXml, XmlText } from '../../src-main/exports/xml/xml-text.ts';

interface Read {
  /** Text between elements in one part. */
  events: string[];
  /** Where it is broken. Text outside of the root is found at the end of a part, wherever that is. */
  broken: string | undefined;
}

function collecting(events: string[]) {
  let text = '';
  let depth = 0;
  const tell = (event: string) => {
    // What stands around the root is only space.
    if (depth > 0 && text !== '') events.push(`text ${text}`);
    text = '';
    events.push(event);
  };
  return {
    onOpen: (name: string, attributes: Readonly<Record<string, string>>) => {
      tell(`open ${name} ${JSON.stringify(Object.entries(attributes))}`);
      depth += 1;
    },
    onText: (more: string) => {
      text += more;
    },
    onClose: (name: string) => {
      tell(`close ${name}`);
      depth -= 1;
    },
  };
}

const whereOf = (line = '', message: string) => (message.includes('text data outside') ? 'outside' : `line ${line}`);

function readHere(parts: readonly string[]): Read {
  const events: string[] = [];
  const xml = new XmlText(collecting(events));
  try {
    for (const part of parts) xml.push(part);
    xml.end();
    return { events, broken: undefined };
  } catch (thrown) {
    if (!(thrown instanceof BrokenXml)) throw thrown;
    return { events, broken: whereOf(/^Line (\d+) /.exec(thrown.message)?.[1], thrown.message) };
  }
}

function readByParser(parts: readonly string[]): Read {
  const events: string[] = [];
  const { onOpen, onText, onClose } = collecting(events);
  const parser = new SaxesParser({ xmlns: false, position: true });
  let broken: string | undefined;
  parser.on('error', ({ message }) => {
    broken = whereOf(String(parser.line), message);
    throw new Error('broken');
  });
  parser.on('opentag', ({ name, attributes }) => onOpen(name, attributes));
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', ({ name }) => onClose(name));
  try {
    for (const part of parts) parser.write(part);
    parser.close();
  } catch (thrown) {
    if (broken === undefined) throw thrown;
  }
  return { events, broken };
}

const name = fc.constantFrom('a', 'Ntry', 'x:Amt', 'Straße', '_b.c-1', 'é', 'Größe');
const space = fc.constantFrom('', ' ', '\n', '\t ', '\r\n', '\r');
const written = fc
  .array(
    fc.constantFrom(
      ...['x', 'Müller', ' ', '\n', '\r\n', '\r', '\t', '7.50', '€', '😀', ']', ']]', '>', '"', "'", '/', '=', '-'],
      ...['&amp;', '&lt;', '&#10;', '&#13;', '&#x20AC;', '&#x1F600;', '&quot;', '&apos;', '?', '\u007f', '\ufffd'],
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join('').replaceAll(']]>', ']'));
const attribute = fc
  .tuple(fc.constantFrom('Ccy', 'xmlns', 'xsi:nil', 'b'), space, space, written, fc.constantFrom('"', "'"))
  .map(
    ([key, before, behind, value, quote]) => `${key}${before}=${behind}${quote}${value.replaceAll(quote, '')}${quote}`,
  );
const attributes = fc
  .tuple(fc.uniqueArray(attribute, { maxLength: 3, selector: (one) => one.slice(0, 2) }), space)
  .map(([all, behind]) => all.map((one) => ` ${one}`).join('') + behind);
const aside = fc.oneof(
  written.map((text) => `<!--${text.replaceAll('-', '')}-->`),
  written.map((text) => `<?go ${text.replaceAll('?', '')}?>`),
);
const inside = fc.oneof(
  { weight: 3, arbitrary: written },
  { weight: 1, arbitrary: aside },
  { weight: 1, arbitrary: written.map((text) => `<![CDATA[${text}]]>`) },
);
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .tuple(name, attributes, fc.array(fc.oneof({ maxDepth: 4 }, inside, tie('element')), { maxLength: 5 }), space)
    .map(([tag, of, content, end]) =>
      content.length === 0 ? `<${tag}${of}/>` : `<${tag}${of}>${content.join('')}</${tag}${end}>`,
    ),
}));
const declaration = fc.constantFrom(
  ...[
    '',
    '<?xml version="1.0"?>',
    "<?xml version='1.0' encoding=\"UTF-8\" standalone='yes' ?>",
    '<?xml version="1.1"?>',
  ],
  ...['\n<?xml version="1.0"?>', '<!DOCTYPE a>', '<?xml version="1.0"?>\r\n<!DOCTYPE a [<!ENTITY b "c">]>', '\ufeff'],
);
const document = fc
  .tuple(declaration, space, fc.oneof(aside, fc.constant('')), element, space)
  .map((parts) => parts.join(''));
/** Where something is broken, and by what. */
const change = fc.tuple(
  fc.nat(10_000),
  fc.nat(3),
  fc.constantFrom(
    '',
    '<',
    '>',
    '&',
    '&b;',
    '&#0;',
    ']]>',
    '"',
    '/',
    '--',
    '\u0001',
    '\uffff',
    '<a',
    '</a>',
    '<a b>',
    '<!',
    '?>',
  ),
);
const broken = fc.tuple(document, fc.array(change, { maxLength: 2 })).map(([whole, changes]) =>
  changes.reduce((text, [at, length, by]) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + by + text.slice(from + length);
  }, whole),
);
const cuts = fc.array(fc.nat(10_000), { maxLength: 6 });

/** Never within a character, as text is decoded. */
function cut(text: string, at: readonly number[]): string[] {
  const places = at
    .map((place) => place % (text.length + 1))
    .filter((place) => text.slice(0, place).isWellFormed())
    .sort((one, other) => one - other);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

describe('XML', () => {
  it('is read as by a parser for all of XML, in whatever parts it comes, broken or whole', () => {
    fc.assert(
      fc.property(broken, cuts, (text, at) => {
        fc.pre(text.isWellFormed());
        const parts = cut(text, at);
        const whole = readByParser([text]);
        expect(readHere([text])).toEqual(whole);
        // Where something else is broken behind text outside of the root, the ends of the parts decide which is found first.
        expect([whole, readByParser(parts)]).toContainEqual(readHere(parts));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 1000) },
    );
  });

  it('that is usual needs no such parser', () => {
    const usual = new UsualXml(collecting([]));
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<!-- of a bank -->\n<Document xmlns="urn:x" xmlns:y='z'>\n <y:Größe a = "1 &amp; 2" >Müller &#x20AC; 😀 ]<![CDATA[<&>]]></y:Größe >\n <b/><b c="d"/>\n</Document>\n`;
    for (const character of text) expect(usual.push(character)).toBeUndefined();
    expect(usual.isWhole).toBe(true);
    expect(usual.line).toBe(6);
  });
});
