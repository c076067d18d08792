/** Both in one file: each file more costs the start of the program a millisecond. */

export * from './later/others.ts'
export * from './later/specification.ts'
