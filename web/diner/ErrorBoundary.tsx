import { Component, type ReactNode } from 'react';
import type { DinerPage } from '#contract/qr-menu.ts';
import { pathOf } from './address.ts';
import { Message } from './Message.tsx';
import { changeCart } from './storage.ts';

interface ErrorBoundaryProps {
  page: Pick<DinerPage, 'qrcode' | 'tableId'>;
  children: ReactNode;
}

/** Shows a way on where React could not render the page. What the browser keeps may be the cause, so the cart can be emptied. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { page, children } = this.props;
    const { qrcode, tableId } = page;
    if (!this.state.hasFailed) return children;
    const menu = qrcode === null ? '' : pathOf('menu', qrcode, tableId);
    return (
      <Message icon="warning" title="Please Try Again!">
        <p>This page cannot be shown at the moment. If it stays so, empty your cart, or ask the staff.</p>
        <div className="actions">
          <a href={menu} className="button">
            Load the menu again
          </a>
          {qrcode !== null && (
            <a href={menu} className="button plain" onClick={() => changeCart(qrcode, () => [])}>
              Empty your cart
            </a>
          )}
        </div>
      </Message>
    );
  }
}
