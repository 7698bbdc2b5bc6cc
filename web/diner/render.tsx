import { renderToString } from 'react-dom/server';
import type { DinerPage } from '#contract/qr-menu.ts';
import { App } from './App.tsx';
import css from './diner.css?inline';
import { Message } from './Message.tsx';
import { titleOf } from './title.ts';

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON within a script element: nothing in it can end the element or begin a comment, and it is the same JSON. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What never shows before a script has run, or on paper. The policy of the page allows styles, and no script, within it. */
const WITHOUT_SCRIPT = '<noscript><style>.needs-script,.add,.store .round{display:none}</style></noscript>';

/** Where the menu cannot be read at the moment; the link asks for the same address again. */
const AWAY = (
  <Message icon="warning" title="Please Try Again!">
    <p>The menu cannot be shown at the moment. Please try again, or ask the staff.</p>
    <div className="actions">
      <a href="" className="button">
        Try again
      </a>
    </div>
  </Message>
);

/** The whole page as HTML: to be read at once, and hydrated by `script` afterwards. */
export const renderPage = (page: DinerPage, { script }: { script: string }): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${inHtml(titleOf(page))}</title>`,
    '<meta name="color-scheme" content="light dark"><meta name="format-detection" content="telephone=no">',
    '<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<style>${css}</style>`,
    ...(page.view === 'away'
      ? [`</head><body><div id="root">${renderToString(AWAY)}</div>`]
      : [
          `${WITHOUT_SCRIPT}<script type="module" fetchpriority="low" src="${inHtml(script)}"></script></head>`,
          `<body><div id="root">${renderToString(<App page={page} />)}</div>`,
          `<script type="application/json" id="page">${inScript(page)}</script>`,
        ]),
    '</body></html>',
  ].join('');
