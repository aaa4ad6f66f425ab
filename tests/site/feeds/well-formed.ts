import { SaxesParser } from 'saxes';

/** One element of a parsed document: its name with prefix, its attributes, its own text and its child elements. */
export interface Parsed {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Parsed[];
}

/** Parses a document as strictly as XML 1.0 with namespaces demands. Throws for anything not well-formed. */
export function parseXml(document: string): Parsed {
  const top: Parsed = { name: '', attributes: {}, text: '', children: [] };
  const open = [top];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, attribute]) => [key, attribute.value]);
    const element: Parsed = { name, attributes: Object.fromEntries(values), text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(document).close();
  return top.children[0] as Parsed;
}

/** The elements below one another by name: `all(rss, 'channel', 'item', 'title')`. */
export function all(element: Parsed, ...names: string[]): Parsed[] {
  return names.reduce<Parsed[]>(
    (found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
    [element],
  );
}

/** The text of the first such element. */
export function textOf(element: Parsed, ...names: string[]): string | undefined {
  return all(element, ...names)[0]?.text;
}

/** The values of some attributes of each element. */
export function attributesOf(elements: Parsed[], ...names: string[]): (string | undefined)[][] {
  return elements.map(({ attributes }) => names.map((name) => attributes[name]));
}
