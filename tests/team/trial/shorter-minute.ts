/**
 * @file Loaded before the product in the desks of a trial: what the limits of §8 call a minute lasts TRIAL_MINUTE milliseconds, as
 * it does for the service of the trial. So the ratio of limits and work is the real one, and the trial takes minutes, not hours.
 */

import { registerHooks } from 'node:module';

const minute = Number(process.env['TRIAL_MINUTE']);
if (!(minute >= 2000)) throw new Error('TRIAL_MINUTE is at least 2000: shorter windows are kept in another way.');

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (!/\/endpoints-[^/]*\.js$/.test(url)) return loaded;
    const source = String(loaded.source);
    const shorter = source.replaceAll('window: MINUTE', `window: ${minute}`);
    if (shorter === source) throw new Error('The limits are not where a trial expects them to be.');
    return { ...loaded, source: shorter };
  },
});
