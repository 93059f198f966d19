/** @file The language of a call: that of the person who reads it, and English where a program may. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { english, type KnownLanguage, languageFor } from '../../../src-shared/languages/languages.ts';
import { findDataFolder } from '../../ground/files/find-data-folder.ts';
import { type Speech, spokenEnglish } from '../../ground/speech.ts';
import type { CommandLinePorts } from './ports.ts';

type LanguagePorts = Pick<CommandLinePorts, 'environment' | 'folder' | 'preferredLanguages'>;

/** Who reads what is printed: a person at a terminal, a program by `--json`, or one of them, by a pipe or a file. */
export type Reader = 'person' | 'program' | 'either';

/**
 * The variable counts wherever sentences are printed. What was chosen in the window, or the language of the system, counts only at a terminal: a
 * script that reads our sentences must not break because a person changes their language.
 */
export function languageOf(ports: LanguagePorts, reader: Reader): KnownLanguage {
  const { environment, folder, preferredLanguages } = ports;
  if (reader === 'program') return english;
  const named = environment['TRANSHIP_LANGUAGE'];
  if (named) return languageFor(named, preferredLanguages());
  if (reader === 'either') return english;
  return languageFor(chosenLanguage(environment, folder), preferredLanguages());
}

/** At once for English: nothing is waited for before a call can be interrupted. */
export function speechOf(ports: LanguagePorts, reader: Reader): Speech | Promise<Speech> {
  const language = languageOf(ports, reader);
  return language.code === english.code ? spokenEnglish : speechIn(language);
}

async function speechIn(language: KnownLanguage): Promise<Speech> {
  // Without its catalogue a language would be half English; then all of it is.
  const catalogue = await language.load().catch(() => undefined);
  return catalogue === undefined ? spokenEnglish : { language, catalogue };
}

/** Read without opening the settings, which would make the data folder. What is wrong with it says the command that needs it. */
function chosenLanguage(environment: LanguagePorts['environment'], folder: string): string {
  try {
    const settings: unknown = JSON.parse(
      readFileSync(join(findDataFolder(environment, folder), 'settings.json'), 'utf8'),
    );
    const isChosen = typeof settings === 'object' && settings !== null && 'language' in settings;
    return isChosen ? String(settings.language) : 'system';
  } catch {
    return 'system';
  }
}
