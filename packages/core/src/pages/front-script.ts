/**
 * What the front page does: gets a key, keeps it for this tab, writes it into the curl lines, and tries paths with it. It writes
 * text, never markup. A key that was issued is shown until somebody forgets it on purpose: nothing else takes its place. The button
 * is enabled at the start, as some browsers keep the state of one over a reload. Plain text of a browser's own language: it is sent as it stands.
 */
export const FRONT_SCRIPT = `
'use strict';
(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector) => document.querySelectorAll(selector);
  const root = new URL(find('main').dataset.root, location.href);
  const [issue, own, copy, forget] = ['#issue', '#own', '#copy', '#forget'].map((id) => find(id));
  const [outcome, ownTrouble, keyTrouble] = ['#outcome', '#own-trouble', '#key-trouble'].map((id) => find(id));
  let key = '';

  // A browser may refuse its storage: then the key lasts until the page is left.
  const STORED = 'space-data key ' + root.pathname;
  const stored = () => {
    try {
      return sessionStorage.getItem(STORED) || '';
    } catch {
      return '';
    }
  };
  const store = () => {
    try {
      if (key) sessionStorage.setItem(STORED, key);
      else sessionStorage.removeItem(STORED);
    } catch {}
  };

  for (const each of all('.origin')) each.textContent = root.href.replace(/\\/$/, '');
  for (const each of all('[data-live]')) each.hidden = false;
  issue.disabled = false;

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
    key = text;
    store();
    own.value = ownTrouble.textContent = keyTrouble.textContent = '';
    own.setAttribute('aria-invalid', 'false');
    outcome.replaceChildren();
    copy.textContent = 'Copy';
    find('#key').textContent = key ? 'Your key' : 'Get a key';
    find('#own-key').textContent = key;
    for (const each of all('[data-when]')) each.hidden = (each.dataset.when === 'keyed') !== (key !== '');
    for (const each of all('.own-key')) each.textContent = key || 'YOUR_KEY';
    for (const button of all('button[data-path]')) settle(button);
    for (const hint of all('.hint')) hint.hidden = key !== '';
  };
  use(stored());

  const isKey = (text) => {
    const { prefix } = own.dataset;
    return text.startsWith(prefix) && /^[0-9A-Za-z]{36}$/.test(text.slice(prefix.length));
  };
  const read = (isWhole) => {
    const text = own.value.trim();
    if (isKey(text)) {
      use(text);
      copy.focus();
      return;
    }
    const isWrong = text !== '' && (isWhole || !/^[\\w-]*$/.test(text));
    ownTrouble.textContent = isWrong ? 'This is not a key: a key is ' + own.dataset.prefix + ' and 36 letters and digits.' : '';
    own.setAttribute('aria-invalid', String(isWrong));
  };
  own.addEventListener('input', () => read(false));
  own.addEventListener('change', () => read(true));

  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(key);
      copy.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(find('#own-key'));
      copy.textContent = 'Selected: copy it with your keyboard';
    }
  });
  forget.addEventListener('click', () => {
    use('');
    issue.focus();
  });

  // A button that is disabled or hidden loses the focus of who pressed it by keyboard.
  const refocus = (button) => {
    if (document.activeElement === document.body) button.focus();
  };
  const make = (name, ...content) => {
    const made = document.createElement(name);
    made.append(...content);
    return made;
  };
  const trouble = (words, ...more) => {
    const first = make('p', words);
    first.className = 'trouble';
    outcome.replaceChildren(first, ...more);
  };
  const waiting = (response) => {
    const seconds = Number(response.headers.get('retry-after')) || 60;
    return seconds < 100 ? seconds + ' s' : seconds < 6000 ? Math.ceil(seconds / 60) + ' min' : Math.ceil(seconds / 3600) + ' h';
  };
  const isOwnMachine = /^(localhost|127(\\.\\d+){3}|\\[::1\\])$/.test(location.hostname);

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
        use(body.key);
        refocus(copy);
      } else if (body.error === 'key_issuance_limited') {
        trouble(
          'Today’s free key for this network was already issued. Paste it below, or come back in ' + waiting(response) + '.',
          ...(isOwnMachine ? [make('p', 'Is this your own server? Issue one in a terminal: ', make('code', 'space-data keys issue'))] : []),
        );
      } else if (response.status === 429) {
        trouble('Too many requests from this network. Try again in ' + waiting(response) + '.');
      } else {
        trouble('No key could be issued: ' + (body.message || 'HTTP ' + response.status));
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
    return text.length > MOST ? text.slice(0, MOST) + '\\n… ' + (text.length - MOST) + ' more characters' : text;
  };
  for (const button of all('button[data-path]')) {
    button.addEventListener('click', async () => {
      const verdict = find('.verdict', button.parentElement);
      const answer = find('.answer', button.parentElement);
      const needsKey = button.dataset.key === 'yes';
      button.disabled = true;
      verdict.textContent = 'requesting…';
      const began = performance.now();
      try {
        const headers = needsKey ? { accept: '*/*', 'x-api-key': key } : { accept: '*/*' };
        const response = await fetch(new URL(button.dataset.path, root), { headers });
        const type = response.headers.get('content-type') || '';
        const bytes = await response.arrayBuffer();
        const ms = Math.round(performance.now() - began);
        verdict.textContent = response.status + (response.ok ? ' OK' : '') + ' in ' + ms + ' ms, ' + bytes.byteLength + ' bytes';
        const isText = /^(application\\/json|text\\/)/.test(type);
        answer.hidden = !isText;
        answer.textContent = isText ? pretty(new TextDecoder().decode(bytes), type) : '';
        if (needsKey && response.status === 401) keyTrouble.textContent = 'This server does not accept this key. Forget it to use another.';
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
