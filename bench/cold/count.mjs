// One start with so many matches, for `instructions.mjs`: `node count.mjs <module> <requests> <matches>`.
const [, , file, requestsFile, matches] = process.argv
const { default: requests } = await import(requestsFile)
const { find } = await import(file)
if (find) for (const [method, path] of requests.slice(0, Number(matches))) find(method, path)
process.exit()
