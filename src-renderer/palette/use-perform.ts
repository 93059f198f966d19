/** @file Does what a chosen command says. */

import { useMantineColorScheme } from '@mantine/core';
import { assertNever } from '../../src-shared/errors.ts';
import type { PageName } from '../../src-shared/pages.ts';
import { askForFiles } from '../add-files/ask-for-files.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { focusFirst, focusPage } from '../focus-page.ts';
import { usualWish } from '../queue/arrangement.ts';
import { queueRoute } from '../queue/use-queue-address.ts';
import { saveThrough } from '../saving/use-save.ts';
import { destinationOf } from '../steps/ways.ts';
import { useStores } from '../stores.ts';
import { historyTexts } from '../texts/history.ts';
import { goTo, useRoute } from '../use-route.ts';
import type { Act } from './palette-command.ts';

export function usePerform(): (act: Act) => Promise<void> {
  const bridge = useBridge();
  const { shell } = useAppInfo();
  const { setColorScheme } = useMantineColorScheme();
  const { queue, steps, connections, submissionViews, addFiles, palette, tour, queueView, listLook, receipt } =
    useStores();
  const route = useRoute();
  /** As the person left it. */
  const toQueue = () => goTo(queueRoute(queueView.getState()));

  const goToPage = (page: PageName) => {
    const from = location.hash;
    if (page === 'queue') toQueue();
    else goTo({ page });
    // Another page takes the focus itself; of the same one, what had it may be gone in a moment.
    if (page === route.page) location.hash === from ? focusFirst() : focusPage();
  };

  const perform = async (act: Act): Promise<void> => {
    switch (act.kind) {
      case 'window':
        return await performOfWindow(act.command);
      case 'page':
        return goToPage(act.page);
      case 'statement':
        return goTo({ page: 'overview', statement: act.place });
      case 'submission':
        return goTo({ page: 'submission', id: act.id });
      case 'search':
        if (act.text === undefined) toQueue();
        else goTo(queueRoute({ ...usualWish, search: act.text }));
        return queueView.getState().callSearch(true);
      case 'receipt':
        return receipt.getState().show(act.of);
      case 'step': {
        const rows = act.ids.flatMap((id) => queue.getState().list?.rows.get(id) ?? []);
        const from = location.hash;
        await steps.getState().begin(act.step, rows);
        // The submission no longer has a page. A person who has gone elsewhere in the meantime is not called back.
        if (act.step === 'remove' && route.page === 'submission' && location.hash === from) toQueue();
        return;
      }
      case 'way': {
        const row = queue.getState().list?.rows.get(act.id);
        if (row === undefined) return;
        const { address, view } = destinationOf(act.way, row);
        if (view !== undefined) submissionViews.getState().change(row.id, view);
        location.hash = address;
        return;
      }
      case 'diagnose':
        goTo({ page: 'connections', isNew: false, about: { name: act.connection, asksSecret: false } });
        await connections.getState().diagnose(act.connection, false);
        return;
      case 'hours':
        return goTo({ page: 'connections', about: { name: act.connection, asksSecret: false, setsHours: true } });
      case 'appearance': {
        setColorScheme(act.appearance === 'system' ? 'auto' : act.appearance);
        const result = await bridge.invoke['settings.change']({ appearance: act.appearance });
        if (!result.ok) queue.getState().complain([{ error: result.error }]);
        return;
      }
      case 'list-look':
        return listLook.getState().change(act.look);
      case 'language': {
        const result = await bridge.invoke['settings.change']({ language: act.language });
        // The texts of the page are made while it is loaded.
        if (result.ok) location.reload();
        else queue.getState().complain([{ error: result.error }]);
        return;
      }
      case 'save': {
        palette.getState().report('');
        const saved = await saveThrough(bridge, act.what);
        if (saved.error !== undefined) queue.getState().complain([{ error: saved.error }]);
        palette.getState().report(saved.outcome);
        return;
      }
      case 'restore': {
        palette.getState().report('');
        const result = await queue.getState().restore(act.removals.map(({ submission }) => submission));
        if (result.ok) palette.getState().report(historyTexts.restored(act.removals, result.value.length));
        else queue.getState().complain([{ error: result.error }]);
        return;
      }
      case 'offered':
        return act.run();
      default:
        return assertNever(act);
    }
  };

  const performOfWindow = async (command: Extract<Act, { kind: 'window' }>['command']): Promise<void> => {
    switch (command) {
      case 'add-files':
        if (shell === 'electron') return await addFiles.getState().choose();
        return await addFiles.getState().receive(await askForFiles());
      case 'new-connection':
        return goTo({ page: 'connections', isNew: true });
      case 'show-shortcuts':
        return palette.getState().show('shortcuts');
      case 'show-tour':
        toQueue();
        return tour.getState().begin();
      default:
        return assertNever(command);
    }
  };
  return perform;
}
