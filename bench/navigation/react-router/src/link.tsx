import { Link as RouterLink, NavLink as RouterNavLink, type LinkProps, type NavLinkProps } from 'react-router'
import { hasMotion } from '../../router-extras.ts'

export const Link = (properties: LinkProps) => <RouterLink viewTransition={hasMotion()} {...properties} />

export const NavLink = (properties: NavLinkProps) => <RouterNavLink viewTransition={hasMotion()} {...properties} />
