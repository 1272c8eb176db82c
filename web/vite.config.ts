import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type PluginOption } from 'vite';

import { fetchedWords, firstWords } from './first-words.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In production the binary selects the page by path; `vite dev` must do the same. */
function twoPages(): PluginOption {
  return {
    name: 'two-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '/').split('?')[0] ?? '/';
        const isPage = request.headers.accept?.includes('text/html') && !path.includes('.');
        if (isPage) request.url = path.startsWith('/provider') ? '/provider.html' : '/staff.html';
        next();
      });
    },
  };
}

const BASE =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|html-parse-stringify|void-elements)\//;

/** What both login pages show. */
const FIRST =
  /src\/(app\/(start|location)|components\/(form\/plain-field|public-page)|lib\/(begin-session|host-entity)|shared\/entity-field)/;

export default defineConfig({
  appType: 'mpa',
  plugins: [react(), firstWords(), fetchedWords(), twoPages()],
  resolve: { alias: { '@wording': here('../wording'), '@': here('./src') } },
  server: {
    fs: { allow: ['.', '../wording'] },
    proxy: { '/api': process.env.DOCZ_SERVER ?? 'http://127.0.0.1:8080' },
  },
  build: {
    // Inlined assets would be data: urls, which the server's content security policy refuses for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { staff: here('./staff.html'), provider: here('./provider.html') },
      // Code every page needs is two files, one of which changes rarely: many small ones compress worse.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 1 },
            { name: 'first', test: FIRST },
          ],
        },
      },
    },
  },
});
