import { Link as RouterLink, NavLink as RouterNavLink, type LinkProps, type NavLinkProps } from 'react-router'

export const Link = (properties: LinkProps) => <RouterLink viewTransition {...properties} />

export const NavLink = (properties: NavLinkProps) => <RouterNavLink viewTransition {...properties} />
