// The recipes of docs/recipes.md, word for word, as one application: built, on Node, and in a browser.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '../packages/vite-plugin/test/serve.ts'
import { describeInBrowser } from './browser.ts'
import { filesOfPage, ROOT } from './pages.ts'
import { emptyProject } from './project.ts'
import { buildApplication, nodeHost } from './serving/hosts.ts'

const PAGE = readFileSync(path.join(ROOT, 'docs/recipes.md'), 'utf8')

const FILES = {
  'package.json': '{ "type": "module", "private": true }',
  'index.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
<div id="app"></div><script type="module" src="/src/main.ts"></script></html>`,
  'src/main.ts': `import { navigate, prefetch, start } from 'virtual:routes/navigation'
import { Routes } from 'vite-plugin-turnout/vue'
import { createApp } from 'vue'
start()
createApp(Routes).mount('#app')
Object.assign(window, { navigate, prefetch })`,
  'src/pages/application.ts': `export { default as layout } from './_layout.vue'`,
  'src/pages/_layout.vue': `<script setup>
import { useRoute } from 'vite-plugin-turnout/vue'
const route = useRoute()
</script>
<template><p role="status">{{ route.info }}</p><slot /></template>`,
}

let root: string
let port: number
const ends: (() => unknown)[] = []

beforeAll(async () => {
  const session = filesOfPage('contracts')['src/session.ts']!
  const files = { ...FILES, ...filesOfPage('recipes'), 'src/session.ts': session }
  const project = emptyProject(files, (end) => ends.push(end))
  root = project.root
  // Each block has the name of its file.
  expect(PAGE.match(/^```(?:ts|vue)/gm)).toHaveLength(PAGE.match(/^(?:\/\/|<!--) \S+\.(?:ts|vue)(?: -->)?$/gm)!.length)
  await buildApplication(root)
  vi.stubEnv('SESSION_SECRET', 'a secret of tests with 32 characters')
  vi.stubEnv('FEATURES', 'search')
  const host = await nodeHost(root)
  port = host.port
  ends.unshift(host.close)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  for (const end of ends) await end()
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('a message is on the next page, once, and escaped', async () => {
  const sent = await ask(port, '/messages', { method: 'POST', headers: FORM, body: 'text=%3Cb%3E%C3%A4+%2B+%3B%3D%26' })
  expect([sent.status, sent.headers.location]).toEqual([303, '/messages'])
  const field = sent.headers['set-cookie']
  expect(field).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=60$/)
  const cookie = `other=1; ${field!.split(';')[0]}; last=a%zz`
  const shown = await ask(port, '/messages', { headers: { cookie } })
  expect(shown.body).toContain('<p role="status">Sent: &#60;b&#62;ä + ;=&#38;</p>')
  expect(shown.headers['set-cookie']).toMatch(/^flash=;.*Max-Age=0$/)
  const next = await ask(port, '/messages')
  expect(next.body).toContain('<p role="status"></p>')
  expect(next.headers).not.toHaveProperty('set-cookie')
  for (const value of ['flash=%', 'flash=%E0%A4%A', 'flash', ';;', `flash=${'x'.repeat(8_000)}`]) {
    expect([value, (await ask(port, '/messages', { headers: { cookie: value } })).status]).toEqual([value, 200])
  }
})

test('texts are compressed for clients that accept it, and nothing else is', async () => {
  const get = (accept: string, target = '/notes', method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${target}`, {
      method,
      headers: { accept: 'application/json', 'accept-encoding': accept },
    })
  for (const accept of ['gzip', 'br, GZIP;q=0.5', 'gzip;q=0.01']) {
    const response = await get(accept)
    expect([accept, response.headers.get('content-encoding')]).toEqual([accept, 'gzip'])
    // `fetch` decompresses it.
    expect(await response.json()).toEqual([])
    expect(response.headers.get('vary')).toMatch(/Accept.*Accept-Encoding/)
  }
  for (const accept of ['', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'xgzipx']) {
    const response = await get(accept)
    expect([accept, response.headers.get('content-encoding')]).toEqual([accept, null])
    expect(response.headers.get('vary')).toMatch(/Accept-Encoding/)
  }
  expect((await get('gzip', '/notes', 'HEAD')).headers.get('content-encoding')).toBe('gzip')
  const missing = await get('gzip', '/nowhere')
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Not Found')])
  const raw = await ask(port, '/messages', { headers: { 'accept-encoding': 'gzip' } })
  expect(raw.headers).not.toHaveProperty('content-length')
})

test('an upload is a file on the disk, with a name of the server', async () => {
  const upload = (file: Blob, name: string) => {
    const body = new FormData()
    body.append('photo', file, name)
    return fetch(`http://127.0.0.1:${port}/photos`, { method: 'POST', body, redirect: 'manual' })
  }
  const bytes = Buffer.alloc(100_000, 'photo')
  const saved = await upload(new Blob([bytes], { type: 'image/png' }), '../../evil.html')
  expect(saved.status).toBe(303)
  const target = saved.headers.get('location')!
  expect(readdirSync(path.join(root, 'uploads'))).toEqual([`${target.slice('/photos/'.length)}.png`])
  const shown = await fetch(`http://127.0.0.1:${port}${target}`)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await shown.arrayBuffer()).equals(bytes)).toBe(true)
  for (const [type, size] of [
    ['text/html', 10],
    ['image/png', 0],
    ['image/png', 5_000_001],
  ] as const) {
    expect((await upload(new Blob([Buffer.alloc(size)], { type }), 'a.png')).status).toBe(422)
  }
  for (const id of ['..%2Fpackage', 'package', crypto.randomUUID()]) {
    const { status } = await fetch(`http://127.0.0.1:${port}/photos/${id}`)
    expect([id, status]).toEqual([id, id.startsWith('.') ? 400 : 404])
  }
  expect(readdirSync(path.join(root, 'uploads'))).toHaveLength(1)
})

test('an admin area is for users who are signed in', async () => {
  const get = (target: string, cookie = '') => ask(port, target, { headers: { cookie } })
  const guarded = await get('/admin/reports')
  expect([guarded.status, guarded.headers.location]).toEqual([303, '/session/new'])
  expect((await get('/session/new')).body).toContain('<form method="post" action="/session">')
  const signIn = (password: string, email = 'mia%40example.org') =>
    ask(port, '/session', { method: 'POST', headers: FORM, body: `email=${email}&password=${password}` })
  for (const answer of [await signIn('wrong'), await signIn('correct+horse', 'joe%40example.org')])
    expect([answer.status, answer.headers['set-cookie']]).toEqual([422, undefined])
  const { status, headers } = await signIn('correct+horse')
  expect([status, headers.location]).toEqual([303, '/admin/reports'])
  const cookie = headers['set-cookie']!.split(';')[0]!
  expect((await get('/admin/reports', cookie)).body).toContain('<h1>Reports</h1>')
  expect(JSON.parse((await get('/session', cookie)).body)).toEqual({ userId: 7 })
  expect(JSON.parse((await get('/session', 'session=forged')).body)).toEqual({ userId: null })
  const out = await ask(port, '/session', { method: 'POST', headers: { ...FORM, cookie }, body: '_method=delete' })
  expect([out.status, out.headers['set-cookie']]).toEqual([303, expect.stringMatching(/^session=;.*Max-Age=0/)])
})

test('versions, a subdomain and a feature have routes', async () => {
  expect(JSON.parse((await ask(port, '/api/v1/songs/7')).body)).toEqual({ id: '7', length: '3:05' })
  expect(JSON.parse((await ask(port, '/api/v2/songs/7')).body)).toEqual({ id: '7', seconds: 185 })
  expect((await ask(port, '/', { headers: { host: 'status.example.org' } })).body).toBe('All systems work.')
  expect((await ask(port, '/', { headers: { host: 'www.example.org' } })).status).toBe(404)
  expect((await ask(port, '/search')).body).toBe('Search')
  vi.stubEnv('FEATURES', '')
  const host = await nodeHost(root)
  onTestFinished(host.close)
  expect((await ask(host.port, '/search')).status).toBe(404)
})

describeInBrowser('the recipes in a browser', (newPage) => {
  test('a list is fresh after a form has changed it, and a form sends a file', async () => {
    const page = await newPage()
    const url = `http://127.0.0.1:${port}`
    await page.goto(`${url}/notes`)
    const items = () => page.locator('li').allInnerTexts()
    const add = async (text: string) => {
      await page.getByLabel('Note').fill(text)
      await page.getByRole('button', { name: 'Add' }).click()
    }
    await page.getByLabel('Note').waitFor()
    await page.evaluate(() => Object.assign(window, { isMarked: true }))
    // Data from before the change is not shown.
    await page.evaluate(() => (window as any).prefetch('/notes', { data: true }))
    await add('Milk')
    await expect.poll(items).toEqual(['Milk'])
    expect(await page.getByLabel('Note').inputValue()).toBe('')
    await add(' ')
    await expect.poll(() => page.getByRole('alert').innerText()).toBe('Write something first.')
    await add('Bread')
    await expect.poll(items).toEqual(['Milk', 'Bread'])
    expect(await page.getByRole('alert').innerText()).toBe('')
    // A message for the next page.
    await page.evaluate(() => (window as any).navigate('/notes?again', { info: 'The note is saved.' }))
    await expect.poll(() => page.getByRole('status').innerText()).toBe('The note is saved.')
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true)

    await page.goto(`${url}/photos`)
    const png = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(64, 'p') }
    await page.locator('input').setInputFiles(png)
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.waitForURL(/\/photos\/[\w-]{36}$/)

    await page.goto(`${url}/messages`)
    await page.locator('input').fill('<b>')
    await page.getByRole('button').click()
    await expect.poll(() => page.getByRole('status').innerText()).toBe('Sent: <b>')
    await page.reload()
    expect(await page.getByRole('status').innerText()).toBe('')
  })
})
