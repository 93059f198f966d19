/** @file `tranship team pack …`: a file that was offered, handed to another person in a sealed package. */

import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { type SealingPorts, type SealWish, sealFile, unsealInto } from '../../../actions/sealed-files.ts';
import { packagePassphraseFromEnvironment } from '../../../ground/environment.ts';
import { assertNew } from '../../../ground/files/new-file.ts';
import type { Call } from '../call.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { LiveLines } from '../live-lines.ts';
import { usageError } from '../output.ts';
import { askSecret } from '../prompt.ts';
import type { Session } from '../session.ts';
import { percent, size } from '../wording.ts';
import { withLedger } from './team.ts';

/** Seals a file with the offer that it was made for; the file proves to be what was offered while it is sealed. */
export async function pack(session: Session, id: number, wish: SealWish): Promise<ExitCode> {
  const { output } = session;
  const { to, manifest } = wish;
  assertNew(to);
  const offered = await withLedger(session, 'pack', ({ call }, ledger) => call('team.offer', { ledger, id }));
  const { fileName, sha256, figures } = offered;
  if (manifest !== undefined && figures.manifest === undefined)
    throw usageError(fact('Offer {id} was made without a manifest: leave out --manifest.', { id }));
  const bytes = await sealFile(offered, wish, sealingOf(session.call));
  output.say(message('{to} has {fileName} of offer {id}, sealed.', { to, fileName, id }));
  output.say(
    message(
      'It is opened with “tranship team release {id} --package FILE” or “tranship team unpack FILE --to FOLDER”.',
      { id },
    ),
  );
  output.emit('summary', { offer: id, package: to, sha256, bytes });
  return exitCodes.done;
}

/** Opens a package; what is in it counts only as far as the ledger says so of its SHA-256. */
export async function unpack(call: Call, path: string, { to: folder }: { to: string }): Promise<ExitCode> {
  const { output } = call;
  const opened = await unsealInto(folder, path, sealingOf(call));
  const { offer, destination, sha256, bytes, file, manifest } = opened;
  output.say(`${file}, ${size(bytes)}, SHA-256 ${sha256}`);
  output.say(`  ${message('sealed for offer {offer}, for {destination}', { offer, destination })}`);
  if (manifest !== undefined) output.say(`  ${message('its manifest is {manifest}', { manifest })}`);
  output.say(message('Whether it may be sent, “tranship team verify” says: the package does not.'));
  output.emit('summary', opened);
  return exitCodes.done;
}

export function sealingOf(call: Call): SealingPorts {
  return {
    signal: call.interrupted,
    shown: (what, bytes, pieces) => whileDrawing(call, what, bytes, pieces),
    passphrase: async () => {
      const asked = () => askSecret(message('Passphrase of the package: '), call);
      const passphrase = packagePassphraseFromEnvironment(call.environment) ?? (await asked());
      if (passphrase !== undefined) return passphrase;
      throw usageError(fact('Set TRANSHIP_PACKAGE_PASSPHRASE, or run this command in a terminal.'));
    },
  };
}

async function* whileDrawing(
  { output }: Pick<Call, 'output'>,
  what: string,
  totalBytes: number,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const live = new LiveLines(output);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      yield piece;
      bytes += piece.length;
      live.draw(() => [`${what}  ${percent(bytes, totalBytes)}`]);
    }
  } finally {
    live.clear();
  }
}
