import type { Plugin } from 'vite'

/** A plugin for Vitest that bundles the worker when a test first imports the module that starts it. */
export function bundledWorker(): Plugin
