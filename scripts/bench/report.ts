/** A figure that this run has measured, with what it is compared with. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** Further figures of the same measurement, in words. */
  note?: string;
  /** Measured in this same run on this same machine. */
  reference?: { what: string; value: number };
  /** What is to be reached; judged only at the full sizes, for which the goals are meant. */
  goal?: { text: string; isMet: boolean };
}

/** Collects figures and prints them as a table of Markdown. */
export interface Report {
  add(figure: Figure): void;
  /** Names what was not measured, and why. */
  leaveOut(what: string, why: string): void;
  print(): void;
  /** Goals that were missed. */
  missed(): string[];
}

export function createReport({ isJudged }: { isJudged: boolean }): Report {
  const figures: Figure[] = [];
  const leftOut: string[] = [];
  return {
    add: (figure) => {
      figures.push(figure);
      console.error(`  ${rowOf(figure, isJudged).filter(Boolean).join(' | ')}`);
    },
    leaveOut: (what, why) => leftOut.push(`${what}: ${why}`),
    print: () => {
      const columns = ['what', 'measured', 'reference of the same run', 'ratio'];
      console.log(
        toTable([
          isJudged ? [...columns, 'goal', 'verdict'] : columns,
          ...figures.map((one) => rowOf(one, isJudged)),
        ]),
      );
      if (leftOut.length > 0) console.log(`\nLeft out:\n${leftOut.map((line) => `- ${line}`).join('\n')}`);
    },
    missed: () => figures.filter(({ goal }) => isJudged && goal?.isMet === false).map(({ what }) => what),
  };
}

function rowOf({ what, value, unit, note, reference, goal }: Figure, isJudged: boolean): string[] {
  const measured = `${toText(value)} ${unit}${note ? ` (${note})` : ''}`;
  const compared = reference ? `${reference.what}: ${toText(reference.value)} ${unit}` : '';
  const ratio = reference ? (value / reference.value).toPrecision(2) : '';
  const verdict = isJudged ? [goal?.text ?? '', goal ? (goal.isMet ? 'met' : 'MISSED') : ''] : [];
  return [what, measured, compared, ratio, ...verdict];
}

function toText(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 4 : 3 });
}

function toTable([head = [], ...rows]: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
