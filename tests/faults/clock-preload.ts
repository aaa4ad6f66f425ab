import { readFileSync } from 'node:fs';

/*
 * Loaded before the service, in each of its threads: its clock is off by as many milliseconds as the file CLOCK_OFFSET says at the
 * moment. Timers go on by the real one, as they do when an operator or NTP sets the clock of a machine.
 */

const file = process.env.CLOCK_OFFSET as string;
const RealDate = Date;
let offset = 0;

const look = () => {
  offset = Number(readFileSync(file, 'utf8')) || 0;
};
look();
setInterval(look, 10).unref();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parameters: unknown[], subclass) =>
    Reflect.construct(target, parameters.length > 0 ? parameters : [target.now() + offset], subclass),
  apply: (target) => new target(target.now() + offset).toString(),
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + offset : Reflect.get(target, name, receiver),
});
