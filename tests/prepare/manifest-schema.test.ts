import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { manifestSchema } from '../../src-main/prepare/manifest-shape.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../src-main/prepare/${name}`, import.meta.url));

it('The published schema is the one that manifests are read with (vitest -u rewrites it)', async () => {
  const schema = `${JSON.stringify(z.toJSONSchema(manifestSchema, { io: 'input' }), null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot(pathOf('manifest.schema.json'));
});

it.each(['../outside.jsonl', '/etc/passwd', 'C:\\windows.jsonl', '.hidden', 'a/../../b', 'a\u0000b', ''])(
  'A file that is called “%s” is none of a preparation',
  (name) => {
    expect(manifestSchema.shape.files.element.shape.name.safeParse(name).success).toBe(false);
  },
);
