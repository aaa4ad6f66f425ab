/** A button at each piece of code that copies it; only where the browser lets pages write to the clipboard. */

const FEEDBACK_MILLISECONDS = 2000;
const labels = document.querySelector('[data-copy]');

function addButton(frame: Element): void {
  const button = document.createElement('button');
  const name = (attribute: string) => {
    button.textContent = labels?.getAttribute(attribute) ?? '';
  };
  button.type = 'button';
  button.ariaLive = 'polite';
  name('data-copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(frame.querySelector('pre')?.textContent?.trimEnd() ?? '');
    name('data-copied');
    setTimeout(() => name('data-copy'), FEEDBACK_MILLISECONDS);
  });
  frame.append(button);
}

if (labels && navigator.clipboard) for (const frame of document.querySelectorAll('.code')) addButton(frame);

export {};
