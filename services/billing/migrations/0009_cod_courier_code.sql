-- expand
-- The company that collected the cash. `courier` is what the shipment shows (BLUEDART_SURFACE): a company's remittance file covers
-- all of its services.

alter table cod_parcels add column courier_code text;
update cod_parcels set courier_code = lower(split_part(courier, '_', 1));
create index cod_parcels_outstanding_of_company on cod_parcels (courier_code, delivered_at)
  where status <> 'REVERSED' and received_paise = 0;
