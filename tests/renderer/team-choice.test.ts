import { describe, expect, it } from 'vitest';
import { possibleOptions, wayAfter } from '../../src-renderer/add-files/team-choice.ts';
import { teamInWords } from '../../src-renderer/texts/states.ts';
import type { SendOptions } from '../../src-shared/contract.ts';

const usual: SendOptions = { connection: 'Nordbank', onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1_000_000 };

describe('The choice of the team', () => {
  it('counts where the team can send, also while its ledger is away', () => {
    const chosen = { ...usual, forTeam: true };
    expect([possibleOptions(chosen, 'possible'), possibleOptions(chosen, 'away')]).toEqual([chosen, chosen]);
  });

  it('of another connection does not count where the team cannot send', () => {
    expect(possibleOptions({ ...usual, forTeam: true }, 'none')).toEqual(usual);
  });

  it('that was offered stays in the dialog: this computer never sends in place of the team', () => {
    expect([wayAfter('possible', 'none'), wayAfter('away', 'none')]).toEqual(['possible', 'possible']);
    expect([wayAfter(undefined, 'none'), wayAfter('none', 'none')]).toEqual(['none', 'none']);
    expect([wayAfter('possible', 'away'), wayAfter('none', 'possible')]).toEqual(['away', 'possible']);
  });
});

describe('A file for the team', () => {
  it('is said to be sent by the team until it has ended, and to have been sent once the service has answered', () => {
    const words = (['held', 'waiting', 'processed', 'rejected'] as const).map((state) =>
      teamInWords({ state, isForTeam: true }),
    );
    expect(words).toEqual(['The team sends it', 'The team sends it', 'Sent by the team', 'Sent by the team']);
  });

  it('that no computer has sent is not said to be sent', () => {
    expect(teamInWords({ state: 'cancelled', isForTeam: true })).toBeUndefined();
    expect(teamInWords({ state: 'check-failed', isForTeam: true })).toBeUndefined();
  });

  it('is distinguished from one of this computer', () => {
    expect(teamInWords({ state: 'waiting' })).toBeUndefined();
  });
});
