/** The ways in which a file is sent. */
export type Encoding = 'identity' | 'gzip' | 'br';

const STRONGEST_FIRST: Encoding[] = ['br', 'gzip', 'identity'];
const IDENTITY_ONLY: readonly Encoding[] = ['identity'];

/**
 * The encodings that a client accepts, best first (RFC 9110 12.5.3): by its own weights, the strongest among equals.
 *
 * Never empty: a client that refuses everything gets the plain file, which it can at least read. Without the header the
 * plain file is sent, since only old programs leave it out.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return IDENTITY_ONLY;
  const weights = readWeights(header);
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  const accepted = STRONGEST_FIRST.filter((encoding) => weightOf(encoding) > 0);
  accepted.sort((a, b) => weightOf(b) - weightOf(a));
  return accepted.length === 0 ? IDENTITY_ONLY : accepted;
}

function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [, name, weight = '1'] = /^\s*([^\s;]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/.exec(item) ?? [];
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  return weights;
}

/** Remembers the answers of {@link acceptedEncodings}: browsers send only a handful of different headers. */
export function rememberEncodings(limit = 200): typeof acceptedEncodings {
  const known = new Map<string, readonly Encoding[]>();
  return (header) => {
    if (header === undefined) return IDENTITY_ONLY;
    let accepted = known.get(header);
    if (accepted) return accepted;
    accepted = acceptedEncodings(header);
    if (known.size >= limit) known.clear();
    known.set(header, accepted);
    return accepted;
  };
}
