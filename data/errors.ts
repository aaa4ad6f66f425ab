/** What went wrong, in the words of the domain; how HTTP says it is decided in one place of the API. */
export type ProblemKind =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'precondition-failed'
  | 'too-large'
  | 'unsupported-type'
  | 'invalid'
  | 'too-many-requests'
  | 'unavailable';

/** One broken rule: where (`tags[3]`) and which. */
export interface FieldError {
  path: string;
  message: string;
}

/** A failure that the caller can understand and act on. `detail` and `errors` are shown to the caller. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly detail: string;
  readonly errors: FieldError[] | undefined;

  constructor(kind: ProblemKind, detail: string, errors?: FieldError[]) {
    super(detail);
    this.name = 'Problem';
    this.kind = kind;
    this.detail = detail;
    this.errors = errors;
  }
}
