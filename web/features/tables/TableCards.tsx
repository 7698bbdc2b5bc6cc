import { ActionIcon, Button, Title } from '@mantine/core';
import { IconQrcode, IconRefresh } from '@tabler/icons-react';
import { RowActions } from '#web/parts/RowActions.tsx';
import { floorsOf, floorTitle } from '#web/parts/table-floors.ts';
import { SkeletonCards } from '#web/ui/Loaded.tsx';
import type { StoreTable } from './table-titles.ts';
import classes from './TableCards.module.css';

interface TableCardsProps {
  tables: readonly StoreTable[];
  onEdit: (table: StoreTable) => void;
  onDelete: (table: StoreTable) => void;
  onDownload: (table: StoreTable) => void;
  onReset: (table: StoreTable) => void;
}

const seats = (count: number): string => `${count} ${count === 1 ? 'seat' : 'seats'}`;

export const TableCards = ({ tables, onEdit, onDelete, onDownload, onReset }: TableCardsProps) => (
  <div className={classes.floors}>
    {floorsOf(tables).map((floor) => (
      <section key={floor.name} aria-label={floorTitle(floor.name)}>
        <div className={classes.head}>
          <Title order={2}>{floorTitle(floor.name)}</Title>
          <span className={classes.quiet}>
            {floor.tables.length} {floor.tables.length === 1 ? 'table' : 'tables'},{' '}
            {seats(floor.tables.reduce((sum, table) => sum + table.seating_capacity, 0))}
          </span>
        </div>
        <ul className={classes.cards}>
          {floor.tables.map((table) => (
            <li key={table.id} className={`surface ${classes.card}`}>
              <div className={classes.top}>
                <h3 className={classes.title}>{table.table_title}</h3>
                <RowActions name={table.table_title} onEdit={() => onEdit(table)} onDelete={() => onDelete(table)} />
              </div>
              <div className={classes.middle}>
                <p className={classes.quiet}>{seats(table.seating_capacity)}</p>
                <ActionIcon data-hint="New link" aria-label={`New link for ${table.table_title}`} onClick={() => onReset(table)}>
                  <IconRefresh size={20} stroke={1.75} />
                </ActionIcon>
              </div>
              <Button
                px="xs"
                variant="default"
                fullWidth
                leftSection={<IconQrcode size={18} aria-hidden />}
                aria-label={`Download Table QR of ${table.table_title}`}
                onClick={() => onDownload(table)}
              >
                Download Table QR
              </Button>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);

export const tablesSkeleton = <SkeletonCards className={classes.cards} heights={[146, 146, 146, 146, 146, 146]} />;
