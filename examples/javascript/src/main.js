import { pageAt } from './pages.js'

document.getElementById('app').innerHTML = pageAt(location.pathname)
