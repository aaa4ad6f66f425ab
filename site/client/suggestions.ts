/** Search suggestions: a WAI-ARIA combobox around each search field that is there already. Without this script it is a plain form. */

interface Suggestion {
  title: string;
  /** HTML in which all but `<mark>` is escaped. */
  highlight: string;
  url: string;
  lang: string;
}

const DELAY_MILLISECONDS = 180;
const answers = new Map<string, Promise<Suggestion[]>>();
let pausedUntil = 0;

function ask(query: string, lang: string): Promise<Suggestion[]> {
  const address = `/api/v1/search/suggest?${new URLSearchParams({ q: query, ...(lang && { lang }) })}`;
  const known = answers.get(address);
  if (known) return known;
  if (Date.now() < pausedUntil) return Promise.resolve([]);
  const answer = request(address).catch(() => {
    answers.delete(address);
    return [];
  });
  answers.set(address, answer);
  return answer;
}

async function request(address: string): Promise<Suggestion[]> {
  const response = await fetch(address);
  if (!response.ok) {
    pausedUntil = Date.now() + 1000 * Number(response.headers.get('retry-after') ?? 5);
    throw new Error(response.statusText);
  }
  return (await response.json()).suggestions;
}

/** The text and the marks of a highlighted title as nodes; whatever else the HTML may hold becomes text. */
function toNodes(highlight: string): Node[] {
  const { body } = new DOMParser().parseFromString(highlight, 'text/html');
  return [...body.childNodes].map((node) => {
    if (node.nodeName !== 'MARK') return new Text(node.textContent ?? '');
    const mark = document.createElement('mark');
    mark.textContent = node.textContent;
    return mark;
  });
}

function enhance(form: HTMLFormElement, number: number): void {
  const input = form.querySelector<HTMLInputElement>('input[name=q]');
  if (!input) return;
  const list = document.createElement('ul');
  list.id = `suggestions-${number}`;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.hidden = true;
  list.ariaLabel = form.getAttribute('data-suggestions');
  input.after(list);
  input.role = 'combobox';
  input.setAttribute('aria-controls', list.id);
  input.setAttribute('aria-expanded', 'false');
  input.setAttribute('aria-autocomplete', 'list');

  let active = -1;
  let timer = 0;

  const activate = (index: number) => {
    active = index;
    for (const [at, option] of [...list.children].entries()) option.ariaSelected = String(at === index);
    const option = list.children[index];
    if (option) input.setAttribute('aria-activedescendant', option.id);
    else input.removeAttribute('aria-activedescendant');
  };

  const show = (suggestions: Suggestion[]) => {
    list.replaceChildren(
      ...suggestions.map((suggestion, index) => toOption(suggestion, `${list.id}-${index}`)),
    );
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    activate(-1);
  };

  /** One step past either end stands for the field itself. */
  const step = (by: 1 | -1) => {
    const stops = list.children.length + 1;
    activate(((active + 1 + by + stops) % stops) - 1);
  };
  const actions: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => show([]),
    Enter: () => follow(list.children[active]),
  };

  const update = async () => {
    const query = input.value.trim();
    const lang = form.querySelector<HTMLInputElement>('[name=lang]')?.value ?? '';
    const suggestions = query ? await ask(query, lang) : [];
    if (query === input.value.trim() && document.activeElement === input) show(suggestions);
  };

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(update, DELAY_MILLISECONDS);
  });
  input.addEventListener('blur', () => show([]));
  input.addEventListener('keydown', (event) => {
    if (list.hidden || belongsToInputMethod(event)) return;
    const action = actions[event.key];
    if (!action || (event.key === 'Enter' && active < 0)) return;
    event.preventDefault();
    action();
  });
  // The field keeps the focus, so that `blur` does not take the list away before the click.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => follow((event.target as Element).closest('[role=option]')));
}

/** While a Korean or Japanese word is being composed, Enter and the arrows are not ours (229: what Safari says of the Enter that ends it). */
function belongsToInputMethod(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

function toOption({ highlight, url, lang }: Suggestion, id: string): HTMLLIElement {
  const option = document.createElement('li');
  option.id = id;
  option.role = 'option';
  option.lang = lang;
  option.setAttribute('data-url', url);
  option.append(...toNodes(highlight));
  return option;
}

function follow(option: Element | null | undefined): void {
  const url = option?.getAttribute('data-url');
  if (url && /^https?:$/.test(new URL(url, location.href).protocol)) location.assign(url);
}

for (const [number, form] of document.querySelectorAll<HTMLFormElement>('form[data-suggestions]').entries())
  enhance(form, number);

export {};
