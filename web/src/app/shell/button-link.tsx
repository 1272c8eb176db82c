import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type Props = ButtonProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>;

const Anchor = forwardRef<HTMLAnchorElement, Props>((props, ref) => <Button component="a" ref={ref} {...props} />);

/** A button that navigates inside the app without a page load. */
export const ButtonLink = createLink(Anchor);
