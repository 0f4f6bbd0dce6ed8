/**
 * Writes a route table as an OpenAPI document, and lists the properties of routes that OpenAPI cannot express.
 */
export type { Contracts, Omission } from './emit-openapi.ts'
export { isGenerated, openApi, type OpenApi } from './merge-openapi.ts'
