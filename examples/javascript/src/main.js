import { pageAt } from './pages.js'

const { title, html } = pageAt(location.pathname)
document.title = title
document.getElementById('app').innerHTML = html
