import { readOpenApiDocument } from './openapi-document.ts';

console.log(JSON.stringify(await readOpenApiDocument(process.env), null, 2));
