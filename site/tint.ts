/** How many steps of lightness, colourfulness and hue there are; site/styles/tints.css has a rule for each. */
const LIGHTNESSES = 20;
const CHROMAS = [0, 0.02, 0.04, 0.07, 0.12];
const HUES = 18;

/**
 * The classes that colour a picture's place until it is there: about its mean colour (`#rrggbb`). Pages may carry no styles of
 * their own, so the colour is put together from few steps. None for a colour that is not known.
 */
export function tintOf(colour: string | null | undefined): string | undefined {
  if (!colour) return undefined;
  const [lightness, a, b] = toOklab(colour);
  const chroma = nearest(CHROMAS, Math.hypot(a, b));
  const hue = Math.round(((Math.atan2(b, a) / (2 * Math.PI) + 1) % 1) * HUES) % HUES;
  const step = Math.min(LIGHTNESSES - 1, Math.round(lightness * LIGHTNESSES));
  return chroma === 0 ? `tint l${step}` : `tint l${step} c${chroma} h${hue}`;
}

function nearest(steps: readonly number[], value: number): number {
  return steps.reduce(
    (best, step, index) => (Math.abs(step - value) < Math.abs((steps[best] ?? 0) - value) ? index : best),
    0,
  );
}

/** https://bottosson.github.io/posts/oklab/ */
function toOklab(colour: string): [lightness: number, a: number, b: number] {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(colour.slice(at, at + 2), 16) / 255),
  );
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
