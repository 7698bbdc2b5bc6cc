import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface MessageProps {
  icon: 'done' | 'warning' | 'broken' | 'closed';
  title: ReactNode;
  children?: ReactNode;
}

/** A page that says one thing, and offers the way on. */
export const Message = ({ icon, title, children }: MessageProps) => (
  <main className={`message ${icon}`}>
    <span className="message-icon">
      <Icon name={icon} size={40} />
    </span>
    <h1 tabIndex={-1}>{title}</h1>
    {children}
  </main>
);
