import { useState } from 'react';
import { listOrders, listOrderShelf } from '#contract/orders.ts';
import { useReply } from '#web/platform/api.ts';
import { ALL } from './order-filter.ts';
import type { Shelf } from './OrderCard.tsx';

export const PER_PAGE = 20; // cards of a shelf

/** The shelf that is looked at: its cards, its page, its filter, and beside it always the open orders. */
export const useShelf = () => {
  const [shelf, setShelf] = useState<Shelf>('open');
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState(ALL);
  const isOpen = shelf === 'open';
  // what was announced while another screen was open reached nobody here
  const open = useReply(listOrders, { query: {} }, { refetchOnMount: 'always' });
  // a shelf behind it is long, and loaded when it is looked at
  const behind = useReply(
    listOrderShelf,
    { query: { shelf: isOpen ? 'unpaid' : shelf, page: String(page), perPage: String(PER_PAGE) } },
    {
      enabled: !isOpen,
      refetchOnMount: 'always',
      staleTime: 0,
      // the page before, never another shelf
      placeholderData: (before, query) => (JSON.stringify(query?.queryKey ?? []).includes(`"${shelf}"`) ? before : undefined),
    },
  );
  // the last card of the last page has left
  const pages = behind.data?.totalPages ?? 0;
  if (!isOpen && pages > 0 && page > pages) setPage(pages);
  const orders = isOpen ? open : { ...behind, data: behind.isPlaceholderData ? undefined : behind.data?.orders };
  const show = (next: Shelf) => {
    setShelf(next);
    setPage(1);
    setFilter(ALL);
  };
  return { shelf, show, isOpen, page, setPage, total: isOpen ? 0 : (behind.data?.totalOrders ?? 0), filter, setFilter, open, orders };
};
