/**
 * What the front page does: asks for a key, keeps it until the page is left, and tries paths with it. It writes text, never
 * markup, and shows the key once: the button that asked for it stays disabled, so that nothing takes the key's place. The
 * button is enabled at the start, as some browsers keep the state of one over a reload. Plain text of a browser's own language: it is sent as it stands.
 */
export const FRONT_SCRIPT = `
'use strict';
(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector) => document.querySelectorAll(selector);
  const root = new URL(find('main').dataset.root, location.href);
  const make = (name, text, kind) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };
  const outcome = find('#outcome');
  const issue = find('#issue');
  const own = find('#own');
  const ownTrouble = find('#own-trouble');
  let key = '';
  let issued = '';

  for (const each of all('.origin')) each.textContent = root.href.replace(/\\/$/, '');
  for (const each of all('[data-live]')) each.hidden = false;

  const settle = (button) => {
    const isLocked = button.dataset.key === 'yes' && key === '';
    button.disabled = isLocked;
    if (!isLocked) return;
    const answer = find('.answer', button.parentElement);
    find('.verdict', button.parentElement).textContent = '';
    answer.textContent = '';
    answer.hidden = true;
  };
  const use = (text) => {
    const isKey = /^[\\w-]*$/.test(text);
    key = isKey ? text || issued : '';
    ownTrouble.textContent = isKey ? '' : 'This is no key: a key has letters, digits, _ and - alone.';
    own.setAttribute('aria-invalid', String(!isKey));
    for (const button of all('button[data-path]')) settle(button);
    for (const hint of all('.hint')) hint.hidden = key !== '';
  };
  use(own.value.trim());
  issue.disabled = false;
  own.addEventListener('input', () => use(own.value.trim()));

  const shown = (text) => {
    const output = make('output', text);
    const copy = make('button', 'Copy');
    copy.type = 'button';
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(text);
        copy.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(output);
        copy.textContent = 'Selected: copy it with your keyboard';
      }
    });
    outcome.replaceChildren(make('p', 'Your key. Keep it: it is shown this once.'), output, copy);
  };
  // A button that is disabled loses the focus of who pressed it by keyboard.
  const refocus = (button) => {
    if (document.activeElement === document.body) button.focus();
  };
  const trouble = (words) => outcome.replaceChildren(make('p', words, 'trouble'));
  const waiting = (response) => {
    const seconds = Number(response.headers.get('retry-after')) || 60;
    return seconds < 100 ? seconds + ' seconds' : seconds < 6000 ? Math.ceil(seconds / 60) + ' minutes' : Math.ceil(seconds / 3600) + ' hours';
  };

  issue.addEventListener('click', async () => {
    issue.disabled = true;
    try {
      const response = await fetch(new URL('v1/keys', root), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ label: 'front page' }),
      });
      const body = await response.json();
      if (response.ok) {
        issued = body.key;
        shown(issued);
        use(issued);
        refocus(find('button', outcome));
        return;
      } else if (body.error === 'key_issuance_limited') {
        trouble('This network has had its key today. The next one can be had in ' + waiting(response) + '. If you have the key still, put it in below.');
      } else if (response.status === 429) {
        trouble('This network asks too often. Try again in ' + waiting(response) + '.');
      } else {
        trouble('No key could be issued now: ' + (body.message || 'HTTP ' + response.status));
      }
    } catch {
      trouble('The service cannot be reached. Are you online?');
    }
    issue.disabled = false;
    refocus(issue);
  });

  const MOST = 20000;
  const pretty = (text, type) => {
    if (type.startsWith('application/json')) text = JSON.stringify(JSON.parse(text), null, 2);
    return text.length > MOST ? text.slice(0, MOST) + '\\n… ' + (text.length - MOST) + ' characters more' : text;
  };
  for (const button of all('button[data-path]')) {
    button.addEventListener('click', async () => {
      const verdict = find('.verdict', button.parentElement);
      const answer = find('.answer', button.parentElement);
      button.disabled = true;
      verdict.textContent = 'asking…';
      const began = performance.now();
      try {
        const headers = button.dataset.key === 'yes' ? { accept: '*/*', 'x-api-key': key } : { accept: '*/*' };
        const response = await fetch(new URL(button.dataset.path, root), { headers });
        const type = response.headers.get('content-type') || '';
        const bytes = await response.arrayBuffer();
        const ms = Math.round(performance.now() - began);
        verdict.textContent = response.status + (response.ok ? ' OK' : '') + ' in ' + ms + ' ms, ' + bytes.byteLength + ' bytes';
        const isText = /^(application\\/json|text\\/)/.test(type);
        answer.hidden = !isText;
        answer.textContent = isText ? pretty(new TextDecoder().decode(bytes), type) : '';
      } catch {
        verdict.textContent = 'The service cannot be reached.';
        answer.hidden = true;
      }
      settle(button);
      refocus(button);
    });
  }
})();
`
