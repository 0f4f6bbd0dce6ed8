import { expect, test } from 'vitest'
import { htmlPreference, preferredType } from './accept.ts'

test.each([
  // Navigations of Chromium, Firefox and Safari, and of a frame.
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8', 'preferred'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'preferred'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/png,image/svg+xml,*/*;q=0.8', 'preferred'],
  // jQuery, htmx and Turbo.
  ['text/html, */*; q=0.01', 'preferred'],
  ['text/html, application/xhtml+xml', 'preferred'],
  ['text/vnd.turbo-stream.html, text/html, application/xhtml+xml', 'accepted'],
  // `fetch`, curl, axios, images, scripts and styles.
  [null, 'accepted'],
  ['', 'accepted'],
  ['*/*', 'accepted'],
  ['application/json, text/plain, */*', 'accepted'],
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'accepted'],
  ['text/css,*/*;q=0.1', 'accepted'],
  // APIs.
  ['application/json', 'refused'],
  ['application/vnd.api+json, application/json;q=0.9', 'refused'],
  ['text/event-stream', 'refused'],
  ['image/png', 'refused'],
  // Weights, order and closeness.
  ['application/json;q=0.5, text/html', 'preferred'],
  // Only the parameter `q` is a weight.
  ['application/json;q=0.5, text/html;xq=0.1', 'preferred'],
  ['text/html;q=0.5, application/json', 'accepted'],
  ['application/json, text/html', 'accepted'],
  ['text/html, application/json', 'preferred'],
  ['text/*', 'preferred'],
  ['text/*, text/html;q=0.9', 'preferred'],
  ['text/*;q=0.5, */*', 'accepted'],
  ['text/html;q=0.5, */*', 'accepted'],
  ['*/*, text/html', 'preferred'],
  ['text/html;q=0, */*', 'refused'],
  ['text/html;q=0', 'refused'],
  ['*/*;q=0', 'refused'],
  ['application/xhtml+xml', 'preferred'],
  ['TEXT/HTML; charset=utf-8 ; Q=0.9', 'preferred'],
  ['text/html;q=9', 'preferred'],
  ['text/html;q=..', 'refused'],
  ['toString', 'refused'],
  ['html', 'refused'],
  [',,;q=1,;', 'refused'],
])('%s: HTML is %s', (accept, preference) => {
  expect(htmlPreference(accept)).toBe(preference)
})

test.each([
  [null, 'text'],
  ['', 'text'],
  ['*/*', 'text'],
  ['image/png', 'text'],
  ['text/html', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ['application/json', 'json'],
  ['APPLICATION/JSON; q=0.5', 'json'],
  ['application/problem+json', 'json'],
  ['application/json, text/html', 'json'],
  ['text/html, application/json', 'html'],
  ['text/html;q=0.5, application/json', 'json'],
  ['application/json;q=0', 'text'],
  ['text/html;q=0, application/json;q=0.1', 'json'],
  ['application/jsonp', 'text'],
])('the form of an error response for %j is %s', (accept, form) => {
  expect(preferredType(accept)).toBe(form)
})
