// The navigation for components and for the declarations of an application. `virtual:routes/navigation` connects it to the
// routes.
export * from '@turnout/navigation'
