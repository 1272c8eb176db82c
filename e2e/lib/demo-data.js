import { startServer } from './server.js';

/**
 * Fills the demo data once, and reads its documents once; every file of journeys starts from a copy. DOCZ_E2E_DATA may
 * name a folder that is filled already.
 */
export default async function fillDemoData() {
  if (process.env.DOCZ_E2E_DATA) return undefined;
  const filled = await startServer();
  await filled.halt();
  await filled.runJob('verify');
  process.env.DOCZ_E2E_DATA = filled.data;
  return filled.stop;
}
