/**
 * The script of the home page: plain JavaScript, sent unchanged. It requests a key, stores it for the tab,
 * fills it into the curl commands and sends example requests with it. It writes text, never markup. An issued
 * key stays on the page until the visitor removes it, because it cannot be shown again.
 */
export const HOME_SCRIPT = `
'use strict';
(() => {
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector) => document.querySelectorAll(selector);
  const root = new URL(find('main').dataset.root, location.href);
  const [issue, own, copy, forget] = ['#issue', '#own', '#copy', '#forget'].map((id) => find(id));
  const [outcome, ownTrouble, keyTrouble] = ['#outcome', '#own-trouble', '#key-trouble'].map((id) => find(id));
  let key = '';

  // A browser may deny access to its storage: the key then lasts until the page is left.
  const STORED = 'space-data key ' + root.pathname;
  const loadKey = () => {
    try {
      return sessionStorage.getItem(STORED) || '';
    } catch {
      return '';
    }
  };
  const saveKey = () => {
    try {
      if (key) sessionStorage.setItem(STORED, key);
      else sessionStorage.removeItem(STORED);
    } catch {}
  };

  for (const each of all('.origin')) each.textContent = root.href.replace(/\\/$/, '');
  for (const each of all('[data-live]')) each.hidden = false;
  const countDown = () => {
    for (const each of all('[data-until]')) {
      const left = Math.floor((Date.parse(each.dataset.until) - Date.now()) / 1000);
      const two = (count) => String(count).padStart(2, '0');
      const [day, hour, minute] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
      each.textContent = left < 0 ? 'planned time passed' : 'in ' + (day > 0 ? day + ' d ' : '') + two(hour) + ':' + two(minute) + ':' + two(left % 60);
    }
  };
  countDown();
  setInterval(countDown, 1000);
  // Some browsers restore the disabled state of a button on reload.
  issue.disabled = false;

  const updateTry = (button) => {
    const isLocked = button.dataset.key === 'yes' && key === '';
    button.disabled = isLocked;
    if (!isLocked) return;
    const answer = find('.answer', button.parentElement);
    find('.verdict', button.parentElement).textContent = '';
    answer.textContent = '';
    answer.hidden = true;
  };
  const setKey = (text) => {
    key = text;
    saveKey();
    own.value = ownTrouble.textContent = keyTrouble.textContent = '';
    own.setAttribute('aria-invalid', 'false');
    outcome.replaceChildren();
    copy.textContent = 'Copy';
    find('#key').textContent = key ? 'Your key' : 'Get a key';
    find('#own-key').textContent = key;
    for (const each of all('[data-when]')) each.hidden = (each.dataset.when === 'keyed') !== (key !== '');
    for (const each of all('.own-key')) each.textContent = key || 'YOUR_KEY';
    for (const button of all('button[data-path]')) updateTry(button);
    for (const hint of all('.hint')) hint.hidden = key !== '';
  };
  setKey(loadKey());

  const isKey = (text) => {
    const { prefix } = own.dataset;
    return text.startsWith(prefix) && /^[0-9A-Za-z]{36}$/.test(text.slice(prefix.length));
  };
  const readKeyField = (isComplete) => {
    const text = own.value.trim();
    if (isKey(text)) {
      setKey(text);
      copy.focus();
      return;
    }
    const isWrong = text !== '' && (isComplete || !/^[\\w-]*$/.test(text));
    ownTrouble.textContent = isWrong ? 'This is not a key. Keys are ' + own.dataset.prefix + ' followed by 36 letters and digits.' : '';
    own.setAttribute('aria-invalid', String(isWrong));
  };
  own.addEventListener('input', () => readKeyField(false));
  own.addEventListener('change', () => readKeyField(true));

  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(key);
      copy.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(find('#own-key'));
      copy.textContent = 'Selected: press Ctrl+C or ⌘C';
    }
  });
  forget.addEventListener('click', () => {
    setKey('');
    issue.focus();
  });

  // Disabling or hiding a focused button drops the keyboard focus.
  const refocus = (button) => {
    if (document.activeElement === document.body) button.focus();
  };
  const element = (name, ...content) => {
    const made = document.createElement(name);
    made.append(...content);
    return made;
  };
  const showTrouble = (message, ...more) => {
    const first = element('p', message);
    first.className = 'trouble';
    outcome.replaceChildren(first, ...more);
  };
  const formatWait = (response) => {
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
        body: JSON.stringify({ label: 'home page' }),
      });
      const body = await response.json();
      if (response.ok) {
        setKey(body.key);
        refocus(copy);
      } else if (body.error === 'key_issuance_limited') {
        showTrouble(
          'Today’s free key for this network was already issued. Paste it below, or come back in ' + formatWait(response) + '.',
          ...(isOwnMachine ? [element('p', 'Is this your server? Issue a key in a terminal: ', element('code', 'space-data keys issue'))] : []),
        );
      } else if (response.status === 429) {
        showTrouble('Too many requests from this network. Try again in ' + formatWait(response) + '.');
      } else {
        showTrouble('Could not issue a key: ' + (body.message || 'HTTP ' + response.status));
      }
    } catch {
      showTrouble('The server is unreachable. Check your connection and try again.');
    }
    issue.disabled = false;
    refocus(issue);
  });

  const MAX_CHARACTERS = 20000;
  const pretty = (text, type) => {
    if (type.startsWith('application/json')) text = JSON.stringify(JSON.parse(text), null, 2);
    return text.length > MAX_CHARACTERS ? text.slice(0, MAX_CHARACTERS) + '\\n… ' + (text.length - MAX_CHARACTERS) + ' more characters' : text;
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
        if (needsKey && response.status === 401) keyTrouble.textContent = 'The server rejected this key. Forget it to use another.';
      } catch {
        verdict.textContent = 'The server is unreachable.';
        answer.hidden = true;
      }
      updateTry(button);
      refocus(button);
    });
  }
})();
`
