import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../data/database.ts';

function openMemory() {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  return database;
}

test.each([
  ['text', '12', 'text'],
  ['no number', Number.NaN, 'null'],
  ['a fraction', 1.5, 'real'],
  ['a large number', 2n ** 60n, 'integer'],
  ['bytes', Buffer.from([0, 1]), 'blob'],
  ['nothing', null, 'null'],
])('a value comes into a statement as what it is: %s', (_, value, type) => {
  expect(openMemory().get('SELECT typeof(?) AS type', value)).toEqual({ type });
});

test('a value in a table has the type of its column, as it is stored and as it is compared', () => {
  const database = openMemory();
  database.script('CREATE TABLE things (name TEXT, size INTEGER) STRICT');
  database.run('INSERT INTO things (name, size) VALUES (?, ?)', '007', 7);
  expect(
    database.all('SELECT name, size FROM things WHERE name = ? AND size IN (?, ?)', '007', 1, 7),
  ).toEqual([{ name: '007', size: 7 }]);
  expect(database.all('SELECT name FROM things WHERE name = ?', '7')).toEqual([]);
});
