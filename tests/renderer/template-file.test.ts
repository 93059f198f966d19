import { expect, it } from 'vitest';
import { textOfTemplate } from '../../src-renderer/preparing/template-file.ts';

it('A picked template that is not UTF-8 is refused as the command line does, rather than read with other names of columns', async () => {
  const text = '{"columns":["Währung"]}';
  expect(await textOfTemplate(new File([text], 'konten.json'))).toEqual({ ok: true, value: text });
  const inLatin1 = new File([Buffer.from(text, 'latin1')], 'konten.json');
  const params = { path: 'konten.json', problem: 'this is not UTF-8. Save it as UTF-8.' };
  expect(await textOfTemplate(inLatin1)).toMatchObject({ ok: false, error: { code: 'template.unreadable', params } });
});
