import { expect, it, describe } from 'vitest'
import { shownIn } from './shown.ts'

describe('addresses in JavaScript', () => {
  // The forms of React Router, TanStack Router, vue-router, SvelteKit, Next, Nuxt, Remix, Inertia, Turbo and the DOM.
  it.each([
    ['<a href="/photos" />', ['GET /photos']],
    ['<a href={`/photos/${photo.id}/edit`} />', ['GET /photos/{photo.id}/edit']],
    ['<a href={"/photos/" + id} />', ['GET /photos/{id}']],
    ['<a href="/photos/7" data-turbo-method="delete" />', ['DELETE /photos/7']],
    ['<a href="/photos/7" data-method={method} />', ['any /photos/7']],
    ['<a {...rest} href="/photos" />', ['any /photos']],
    ['<Link href="/photos/7" method="delete" />', ['DELETE /photos/7']],
    ['<Link to="/photos" />', ['router /photos']],
    ['<Link to={{ pathname: "/photos", search }} />', ['router /photos']],
    ['<Link to="/photos/$id" params={{ id }} />', ['router /photos/$id']],
    ['<Navigate to={isNew ? "/photos/new" : `/photos/${id}`} />', ['router /photos/new', 'router /photos/{id}']],
    ['<Button.Link to="/photos" />', ['router /photos']],
    ['<form action="/photos" method="post" />', ['POST|PUT|PATCH|DELETE /photos']],
    ['<form action="/search" />', ['GET /search']],
    ['<form {...props} action="/search" />', ['any /search']],
    ['<Form action="/photos/7" method="delete" />', ['DELETE /photos/7']],
    ['<button formAction="/photos/7" />', ['any /photos/7']],
    ['<iframe src="/player" />', ['GET /player']],
    ['fetch("/photos")', ['GET /photos']],
    ['fetch(`/photos/${encodeURIComponent(name)}`)', ['GET /photos/{name}']],
    ['fetch("/photos", { method: "post", body })', ['POST /photos']],
    ['fetch("/photos", { body })', ['GET /photos']],
    ['fetch("/photos", { ...options })', ['any /photos']],
    ['fetch("/photos", options)', ['any /photos']],
    ['window.fetch("/photos")', ['GET /photos']],
    ['new Request("/photos", { method: "PUT" })', ['PUT /photos']],
    ['new URL("/photos", location.href)', ['any /photos']],
    ['new URL("/photos", request.url)', ['any /photos']],
    ['navigate("/photos")', ['router /photos']],
    ['navigate({ to: "/photos/$id" })', ['router /photos/$id']],
    ['navigate(isNew ? { to: "/photos/new" } : "/photos")', ['router /photos/new', 'router /photos']],
    ['<Link to={{ to: { pathname: "/photos" } }} />', ['router /photos']],
    ['goto("/photos")', ['router /photos']],
    ['throw redirect("/login")', ['router /login']],
    ['redirect(303, "/login")', ['router /login']],
    ['router.push("/photos")', ['router /photos']],
    ['this.$router.replace({ path: "/photos" })', ['router /photos']],
    ['useRouter().push("/photos")', ['router /photos']],
    ['appRouter?.push("/photos")', ['router /photos']],
    ['Response.redirect("/login")', ['GET /login']],
    ['location.href = "/login"', ['GET /login']],
    ['window.location = `/photos/${id}`', ['GET /photos/{id}']],
    ['window.location.assign("/login")', ['GET /login']],
    ['history.pushState(null, "", "/photos")', ['GET /photos']],
    ['navigator.sendBeacon("/events")', ['POST /events']],
    ['new EventSource("/stream")', ['GET /stream']],
    ['const ROOT = "/admin"; fetch(ROOT + "/photos")', ['GET /admin/photos']],
    ['const page = 2; fetch(`/photos/${page}` as string)', ['GET /photos/2']],
    ['isOpen && navigate(from || "/photos")', ['router /photos']],
    ['fetch("/photos/" + (1 + 2))', ['GET /photos/{(1 + 2)}']],
  ])('%s', (source, expected) => {
    expect(shownIn(source)).toEqual(expected)
  })

  it.each([
    ['a stylesheet', '<link href="/main.css" />'],
    ['a symbol', '<use href="/icons.svg#star" />'],
    ['an image', '<img src="/logo.png" />'],
    ['an action that is no form', '<Toolbar action="/photos" />'],
    ['the attribute `to` of a native element', '<animate to="/photos" />'],
    ['a relative address', '<a href="photos" />'],
    ['an unknown start', 'fetch(`${origin}/photos`)'],
    ['a function of the module', 'function redirect(path) {} redirect("/photos")'],
    ['an arrow function of the module', 'const navigate = (path) => {}; navigate("/photos")'],
    ['a function of another module of the project', 'import fetch from "./api"; fetch("/photos")'],
    ['a redirect of a route file', 'import { redirect } from "vite-plugin-turnout/dsl"; redirect("/photos")'],
    ['the address of a module', 'new URL("/photos", import.meta.url)'],
    ['a variable named location', 'const location = place(); location.replace("/a", "/b")'],
    ['spread arguments', 'fetch(...["/photos"])'],
    ['a variable that changes', 'let root = "/photos"; fetch(root)'],
    ['a name that is declared twice', 'const root = "/photos"; const f = (root) => fetch(root)'],
    ['a tagged template', 'fetch(sql`/photos`)'],
  ])('does not find %s', (_, source) => {
    expect(shownIn(source)).toEqual([])
  })

  it('finds the attributes and calls of the options', () => {
    const options = { attributes: ['data-url'], calls: { 'axios.get': 'get', visit: null, fetch: false } as const }
    const source = 'import { visit } from "./visit"; <i data-url="/a" />; axios.get("/b"); visit("/c"); fetch("/d")'
    expect(shownIn(source, options)).toEqual(['any /a', 'GET /b', 'any /c'])
  })

  it('ends for constants that refer to each other, and for very deep expressions', () => {
    const doubled = Array.from({ length: 40 }, (_, i) => `const a${i} = a${i + 1} + a${i + 1}`).join('\n')
    expect(shownIn(`${doubled}\nconst a40 = "/x"; fetch("/" + a0)`)).toHaveLength(1)
    expect(shownIn('const a = "/" + b; const b = "/" + a; fetch(a)')).toHaveLength(1)
    expect(shownIn(`fetch("/a"${' + x'.repeat(1500)})`)).toEqual([])
  })
})
